#!/bin/sh
# A bot for Stolik in the plain shell: it takes a tile as soon as it can, and otherwise plays the last of its moves.
# docs/bot-protocol.md describes the protocol. Try it:
#
#   stolik bot-check "cmd:sh bot.sh"
#   stolik play pickomino --bot "cmd:sh bot.sh"
#   stolik arena linko "cmd:sh bot.sh" random

while read -r request; do
  case $request in
    '{"do": "hello"'*) echo 'stolik 1' ;;
    '{"do": "start"'*) echo 'ok' ;;
    '{"do": "move"'*)
      moves=${request##*'"moves": ["'} # the list of moves comes last: roll", "roll gold"]}}
      moves=${moves%'"]}}'}
      case $moves in
        'take '* | 'steal '*) echo "${moves%%'", "'*}" ;; # the first one
        *) echo "${moves##*'", "'}" ;;                    # the last one
      esac
      ;;
    *) exit ;;
  esac
done
