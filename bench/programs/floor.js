// The smallest program that connects, lists the tools and calls one: what a page has to load for it.
import { open } from '../clients/floor.js';

export async function run(url, name, args) {
  const line = await open(url);
  const tools = await line.listTools();
  return { tools, result: await line.callTool(name, args) };
}
