import { PerSession, type Session } from '../../src/index.js';
import { formatHost } from './text.js';

/** The command of a program behind a relay, or else the host of the server. */
export function describePlace(session: Session | undefined, url: string | undefined = session?.url): string {
  return (session && programOf(session)) ?? formatHost(url);
}

const programs = new PerSession((): { command: string | undefined } => ({ command: undefined }));

/** The command of the program that a session leads to; undefined for a server that is asked over the network. */
export function programOf(session: Session): string | undefined {
  return session.own.get(programs).command;
}

/** Sets the program of a session whose address is that of a relay. */
export function setProgram(session: Session, command: string | undefined): void {
  session.own.get(programs).command = command;
}
