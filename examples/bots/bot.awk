# A bot for Stolik in awk: it plays the last of its moves. docs/bot-protocol.md describes the protocol.
# Some awks read ahead until their buffer is full, and answer nothing until then: mawk, which is the awk of
# Debian and Ubuntu, needs `-W interactive`. All of them have to flush their answers. Check it, then let it play:
#
#   stolik bot-check "cmd:mawk -W interactive -f bot.awk"
#   stolik arena pickomino "cmd:mawk -W interactive -f bot.awk" random

/^{"do": "hello"/ { answer("stolik 1"); next }
/^{"do": "start"/ { answer("ok"); next }
/^{"do": "move"/ {
  sub(/.*"moves": \["/, "") # the list of moves comes last: roll", "roll gold"]}}
  sub(/"\]}}$/, "")
  count = split($0, moves, /", "/)
  answer(moves[count])
  next
}
{ exit }

function answer(text) {
  print text
  fflush()
}
