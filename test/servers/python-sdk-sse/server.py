import os

from mcp.server.mcpserver import MCPServer

mcp = MCPServer("python-sdk")


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


mcp.run(transport="sse", host="127.0.0.1", port=int(os.environ["PORT"]))
