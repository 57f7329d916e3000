"""Process pool that survives its documents. Batch jobs and servers are built on it.

Each document has a deadline and a memory limit. A document that exceeds them, or that crashes its process, is answered
with a reason; its worker is replaced, and every other document is processed. See docs/workers.md.
"""

from tamis.io.workers.pool import Pool
from tamis.io.workers.results import Failure, FailureCode, Result
from tamis.settings.workers import PoolSettings

__all__ = ["Failure", "FailureCode", "Pool", "PoolSettings", "Result"]
