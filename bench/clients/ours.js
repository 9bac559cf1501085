// Ours, as a page uses it.
import { Session, itemsOf } from '../../src/index.ts';

/**
 * @param {{ storage?: 'local' | 'none', transcript?: boolean, isNoted?: boolean, onProblem?: (error: Error) => void }} options `isNoted`: a list is
 *   there once it is written down in the transcript, which is done later otherwise
 */
export async function open(url, { storage = 'local', isNoted = false, transcript = true, onProblem } = {}) {
  const session = new Session(url, { storage, transcript });
  if (onProblem) session.problems.subscribe((problems) => onProblem(problems.at(-1)));
  await session.connect();
  return {
    async listTools() {
      await session.tools.refresh();
      if (isNoted) await (await session.transcript.load()).flush();
      // Not all(): a server whose list is stale at once would be asked again.
      return itemsOf(session.tools.state.get());
    },
    callTool: (name, args, { onProgress } = {}) => session.tools.call(name, args, onProgress ? { onProgress } : {}),
    readResource: (uri) => session.resources.read(uri),
    close: () => session.close(),
  };
}

/** Why a server cannot be used, in a word and a sentence. */
export async function diagnose(url) {
  const { diagnose } = await import('../../src/diagnosis/index.ts');
  const { verdict, findings } = await diagnose(url);
  return `${verdict}: ${findings[0]?.what ?? 'nothing found'}`;
}
