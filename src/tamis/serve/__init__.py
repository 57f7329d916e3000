"""The web service: an API, the prefix that turns any URL into its article, pages for people, and MCP.

`tamis.serve.app.make_app` creates the application; `tamis serve` runs it. Extraction happens in `tamis.io.workers`,
fetching in threads under the guards of `tamis.io.fetching`; the event loop only passes things on. See docs/serve.md.
"""
