import { connect } from '../../src/index.ts';

export async function run(url, name, args) {
  const session = await connect(url);
  const tools = await session.tools.list();
  return { tools, result: await session.tools.call(name, args) };
}
