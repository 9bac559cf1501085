from fastmcp import FastMCP

mcp = FastMCP("python-fastmcp")


@mcp.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers"""
    return a + b


@mcp.resource("about://this")
def about() -> str:
    """About this server"""
    return "A server in Python."


@mcp.prompt()
def review(code: str) -> str:
    """Reviews code"""
    return f"Review this code: {code}"


mcp.run(show_banner=False)
