"""The door for language models: matches in words, and an MCP server of tools over them (`strand mcp`)."""
