// The smallest program that connects, lists the tools and calls one, to measure its size in a page.
import { open } from '../clients/floor.js';

export async function run(url, name, args) {
  const line = await open(url);
  const tools = await line.listTools();
  return { tools, result: await line.callTool(name, args) };
}
