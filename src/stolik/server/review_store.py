"""Where reviews of finished games are kept: one for each game, computed by one node."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from stolik.server.database import Database
from stolik.server.reviews import StoredReview
from stolik.server.schema import nodes, reviews, tables


class ReviewStore:
    """The reviews of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, code: str, round: int, now: float) -> StoredReview | None:
        """Return what there is of a game, if anybody has asked for it."""
        row = reviews.c
        found = select(row.done, row.of, row.review, row.node, ~_works(now)).where(_of(code, round))

        def work(connection: Connection) -> StoredReview | None:
            one = connection.execute(found).first()
            return None if one is None else StoredReview(*one)

        return await self._database.read(work)

    async def claim(self, code: str, round: int, node: str, of: int, now: float) -> bool:
        """Return whether this node is to review a game: nobody has, and no node that lives is at it."""
        row = {"node": node, "done": 0, "of": of}
        free = and_(_of(code, round), reviews.c.review.is_(None), or_(reviews.c.node == node, ~_works(now)))
        taken = update(reviews).where(free).values(row).returning(reviews.c.code)
        there = select(tables.c.code).where(tables.c.code == code, tables.c.deleted.is_(None))
        there = there.with_for_update(key_share=True)  # no other node, and nobody deletes the table meanwhile
        known = select(func.count()).select_from(reviews).where(_of(code, round))

        def work(connection: Connection) -> bool:
            if connection.execute(taken).first() is not None:
                return True
            if connection.scalar(there) is None or connection.scalar(known):
                return False
            connection.execute(insert(reviews).values(code=code, round=round, **row))
            return True

        return await self._database.write(work)

    async def note(self, code: str, round: int, node: str, done: int) -> bool:
        """Say how far the node has got that is at it; return False if it is not this one any more."""
        return await self._write(code, round, node, {"done": done})

    async def finish(self, code: str, round: int, node: str, done: int, review: bytes) -> bool:
        """Keep a review; return False if that was not for this node any more."""
        return await self._write(code, round, node, {"done": done, "review": review})

    async def _write(self, code: str, round: int, node: str, row: dict[str, object]) -> bool:
        mine = and_(_of(code, round), reviews.c.node == node, reviews.c.review.is_(None))
        changed = update(reviews).where(mine).values(row).returning(reviews.c.code)
        return await self._database.write(lambda connection: connection.execute(changed).first() is not None)

    async def give_up(self, node: str, code: str | None = None, round: int | None = None) -> None:
        """Forget what this node has begun and not finished: of one game, or all of it."""
        which = and_(reviews.c.node == node, reviews.c.review.is_(None))
        if code is not None and round is not None:
            which = and_(which, _of(code, round))
        await self._database.write(lambda connection: connection.execute(delete(reviews).where(which)))


def _of(code: str, round: int) -> ColumnElement[bool]:
    return and_(reviews.c.code == code, reviews.c.round == round)


def _works(now: float) -> ColumnElement[bool]:
    """Whether the node lives that is at it."""
    return reviews.c.node.in_(select(nodes.c.node).where(nodes.c.until > now))
