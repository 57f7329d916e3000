"""The service with extra routes for jobs that do harm: ``python -m tamis_bench.serve_hostile WORKERS``.

tamis is linear in its input, so no page hangs it. To see what would happen if one did, these routes run jobs that hang,
take all memory, or kill their process. All else is the service as ``tamis serve`` starts it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.routing import Route

from tamis.serve.app import app_of
from tamis.serve.context import Context
from tamis.serve.running import run
from tamis.serve.warming import WARM_UP
from tamis.settings.serve import ServeSettings
from tamis_bench.hostile_job import Hostile

if TYPE_CHECKING:
    from starlette.requests import Request

DEADLINE = 5.0
MEMORY = 256 << 20
BODY = 10_000_000


def main(workers: int) -> None:
    """Serve on a free port."""
    settings = ServeSettings(
        port=0,
        workers=workers,
        deadline=DEADLINE,
        max_memory=MEMORY,
        max_body=BODY,
        client_requests=2_000,
        max_connections=40_000,  # a client may have at most a 17th of these
        client_connections=2_000,
    )
    context = Context(settings, warm_up=WARM_UP)

    async def harm(request: Request) -> Response:
        return Response(await context.run(Hostile(request.path_params["kind"])))

    app = app_of(context)
    app.router.routes.insert(0, Route("/hostile/{kind}", harm, methods=["POST"]))
    run(app, settings)


if __name__ == "__main__":
    main(int(sys.argv[1]))
