// Preload for the reference server (node --import): its one tool that runs as a task works for four seconds. With it, a topic
// that begins with “quick ” takes a second, and the server asks to be looked at more often. Everything else is its own.
import { register } from 'node:module';

const READS = `
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/tools/simulate-research-query.js')) return loaded;
  const replaced = (text, from, to) => {
    if (!text.includes(from)) throw new Error('The reference server has no longer ' + from);
    return text.replace(from, to);
  };
  let source = String(loaded.source);
  source = replaced(source, 'resolve, STAGE_DURATION', 'resolve, /^quick /.test(state.topic) ? 250 : STAGE_DURATION');
  source = replaced(source, 'pollInterval: 1000', 'pollInterval: /^quick /.test(validatedArgs.topic) ? 100 : 1000');
  return { ...loaded, source };
}
`;
register(`data:text/javascript,${encodeURIComponent(READS)}`);
