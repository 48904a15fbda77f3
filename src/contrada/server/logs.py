"""Logging: one JSON object per line. Tokens and chat messages are never logged."""

from __future__ import annotations

import logging
import sys
from typing import TextIO, cast

import structlog

from contrada.errors import OptionError, quoted


def configure(level: str = "info") -> None:
    """Log everything at this level or above to standard error."""
    weights = logging.getLevelNamesMapping()
    if level.upper() not in weights:
        known = "debug, info, warning, error"
        raise OptionError(f"{quoted(level)} is no weight of what is logged; there is: {known}")
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(weights[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(cast("TextIO", _StandardError())),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(handlers=[_Passing()], level=logging.WARNING, force=True)


class _StandardError:
    """Standard error as it is now: whoever runs a command within a program may replace it."""

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


class _Passing(logging.Handler):
    """Passes on the log records of libraries, without the query strings of addresses."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a library's record in the format of this log."""
        structlog.get_logger().log(
            record.levelno,
            "library",
            name=record.name,
            said=record.getMessage()[:500],
            **({"exc_info": record.exc_info} if record.exc_info else {}),
        )
