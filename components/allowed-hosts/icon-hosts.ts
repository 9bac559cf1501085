import { iconCandidates } from '../../src/content/index.js';
import { itemsOf, type Icon, type Session } from '../../src/index.js';

/** Items of a list that are looked through; a server may have thousands, and their icons rarely come from many places. */
const READ = 500;
/** Hosts that are offered. */
const OFFERED = 5;

/** From which hosts the icons of a server and of what it offers would come, its own first. */
export function iconHosts(session: Session): readonly string[] {
  const hosts = new Set<string>();
  const note = (icons: readonly Icon[] | undefined): void => {
    for (const source of iconCandidates(icons ?? [], 'light', 0))
      if (source.kind === 'remote' && !source.address.isLocal && hosts.size < OFFERED) hosts.add(source.address.host);
  };
  const state = session.state.get();
  note('server' in state ? state.server?.icons : undefined);
  for (const { state: list } of [session.tools, session.resources, session.prompts])
    for (const { icons } of itemsOf<{ readonly icons?: readonly Icon[] | undefined }>(list.get()).slice(0, READ))
      note(icons);
  return [...hosts];
}
