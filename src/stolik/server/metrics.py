"""Metrics of a server, for Prometheus."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
LONG_SECONDS = (*SECONDS, 5.0, 10.0, 30.0, 60.0)
FOR_WHOM = ("people", "watched", "nobody")
"""For whom bots think, in the order of ``thinking.Urgency``."""


class Metrics:
    """The figures of one node. They hold no names, codes or anything else that belongs to people."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sockets = Gauge("stolik_sockets", "Open sockets", registry=self.registry)
        self.commands = Counter(
            "stolik_commands", "Commands by kind and outcome", ["kind", "outcome"], registry=self.registry
        )
        self.latency = Histogram(
            "stolik_command_seconds", "From a command to its answer", buckets=SECONDS, registry=self.registry
        )
        self.requests = Counter("stolik_requests", "Requests by status", ["status"], registry=self.registry)
        self.errors = Counter("stolik_errors", "Faults of the program", registry=self.registry)
        thinking = Histogram(
            "stolik_thinking_wait_seconds",
            "How long questions to bots and trainers waited for their turn, by for whom they are",
            ["for_whom"],
            buckets=LONG_SECONDS,
            registry=self.registry,
        )
        self.waited = [thinking.labels(whom) for whom in FOR_WHOM]
        self.given_up = Counter(
            "stolik_thinking_given_up",
            "Decisions that took too long and were made at a cheaper level",
            registry=self.registry,
        )
        self.turned_away = Counter(
            "stolik_thinking_turned_away", "Questions for which there was no room", registry=self.registry
        )
        self.reviews = Counter(
            "stolik_reviews", "Reviews of finished games, by outcome", ["outcome"], registry=self.registry
        )
        self.review_seconds = Histogram(
            "stolik_review_seconds",
            "From the first request for a review until it is there",
            buckets=LONG_SECONDS,
            registry=self.registry,
        )
        self.command = cache(self.commands.labels)  # looking a label up takes longer than counting

    def measure(self, name: str, meaning: str, number: Callable[[], float]) -> None:
        """Show a number that is counted when somebody looks."""
        Gauge(name, meaning, registry=self.registry).set_function(number)

    def text(self) -> bytes:
        """Return all figures."""
        return generate_latest(self.registry)
