import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as pause } from 'node:timers/promises';
import spawnCommand from 'cross-spawn';
import { type ErrorText, McpError } from '../../src/errors.js';
import { isTaken } from './backpressure.js';
import { errorText } from './error-texts.js';
import type { LogLine, ServerCommand } from './server-command.js';
import { frame, FrameReader } from './stdio-frames.js';

interface ServerProcessHandlers {
  onText(text: string): void;
  /** The server wrote a message that was too large to be read. */
  onTooLarge(): void;
  onLog(line: LogLine): void;
  /** The process has ended, on its own or because it was closed. Called once. */
  onEnd(reason: ErrorText): void;
}

/** Milliseconds that a server has to exit after its stdin was closed. Then it gets SIGTERM. */
export const STDIN_END_MS = 2000;
/** Milliseconds that a server has to end after SIGTERM. Then it gets SIGKILL, which no program can ignore. */
export const SIGTERM_MS = 2000;
/** Milliseconds to wait for the system to remove a killed process. Then the relay continues without it. */
const SIGKILL_MS = 1000;
/** Milliseconds between two checks whether a process group has ended: no event reports it. */
const GROUP_CHECK_MS = 25;
/**
 * Milliseconds after the end of a server in which the rest of its output is read. A process that it started may hold the
 * pipes open for ever.
 */
const LAST_OUTPUT_MS = 500;
/** Bytes of stderr that are stored for each process, to report why it ended. The oldest lines are dropped. */
const MAX_STDERR_BYTES: number = 256 * 1024;
/** Characters of one line of a log. The rest is cut. */
const MAX_LOG_LINE_LENGTH = 4000;
/** Lines of stderr that an error quotes: a stack trace has the reason in them. */
const MAX_QUOTED_LINES = 10;
/** Characters of each of those lines, so that ten of them are a readable error. The rest is cut. */
const MAX_QUOTED_LINE_LENGTH = 300;

/** Variables that a server needs to run and that reveal nothing: the lists of the official SDK. */
const INHERITED: Readonly<Record<'windows' | 'posix', string>> = {
  windows:
    'APPDATA HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PATHEXT COMSPEC PROCESSOR_ARCHITECTURE SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE PROGRAMFILES WINDIR',
  posix: 'HOME LOGNAME PATH SHELL TERM USER',
};

const running = new Set<ServerProcess>();
let counter = 0;
let endsWithUs = false;

/**
 * One server as a process with its own process group, so that its child processes end with it: `npx`, `uvx` and shell
 * scripts are only wrappers. A program that leaves the group on purpose is not found.
 */
export class ServerProcess {
  readonly number: number = ++counter;
  /** Resolves when the process runs. @throws McpError `load` when it cannot start */
  readonly started: Promise<void>;
  readonly #command: ServerCommand;
  readonly #handlers: ServerProcessHandlers;
  readonly #child: ChildProcess;
  readonly #reader: FrameReader;
  /** Resolves when the direct child has ended. */
  readonly #exited: Promise<void>;
  readonly #log: string[] = [];
  #logSize = 0;
  #guard: Writable | undefined;
  /** The objects that paused stdout. */
  readonly #pausedBy = new Set<object>();
  #hasExited = false;
  #ended: ErrorText | undefined;
  #closing: Promise<void> | undefined;
  #closed: ErrorText | undefined;

  constructor(command: ServerCommand, handlers: ServerProcessHandlers) {
    this.#command = command;
    this.#handlers = handlers;
    this.#reader = new FrameReader({
      onText: (text) => handlers.onText(text),
      onNoise: (text) => this.#say('stdout', text),
      onTooLarge: () => handlers.onTooLarge(),
    });
    // On Windows `npx` and `uvx` are .cmd files, which cannot be started directly: this function finds and quotes them.
    this.#child = spawnCommand(command.command, [...(command.args ?? [])], {
      cwd: command.cwd,
      env: serverEnvironment(command),
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      windowsHide: true,
      detached: process.platform !== 'win32',
    });
    const { stdin, stdout, stderr } = this.#child;
    this.started = new Promise((resolve, reject) => {
      this.#child.once('spawn', resolve);
      this.#child.once('error', (error) => {
        if (this.#child.pid !== undefined) return;
        this.#ended = notStarted(command, error);
        reject(new McpError('load', this.#ended, { cause: error }));
      });
    });
    this.started.then(
      () => this.#guardGroup(),
      () => {},
    );
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        this.#hasExited = true;
        resolve();
        void this.#end(code, signal);
      });
    });
    if (!endsWithUs) process.on('exit', killAll);
    endsWithUs = true;
    running.add(this);
    // The end of the process reports a broken pipe.
    for (const stream of [stdin!, stdout!, stderr!]) stream.on('error', () => {});
    stdout!.on('data', (chunk: Buffer) => this.#reader.push(chunk));
    // Always read, however much it is: a server whose stderr is full waits for ever.
    readLines(stderr!, (line) => this.#say('stderr', line));
  }

  /** Why it is over; undefined while it runs. */
  get ended(): ErrorText | undefined {
    return this.#ended;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Resolves when the server has taken the message, which may have to wait until it has read others. */
  async send(text: string): Promise<void> {
    await this.started;
    const { stdin } = this.#child;
    if (this.#ended || !stdin!.writable) return;
    const framing = this.#command.framing ?? this.#reader.framing ?? 'newline';
    if (stdin!.write(frame(text, framing))) return;
    await isTaken(stdin!);
  }

  /** Reads no more of stdout until the same `by` resumes it: what cannot be passed on must not be collected. */
  pause(by: object): void {
    this.#pausedBy.add(by);
    this.#child.stdout!.pause();
  }

  resume(by: object): void {
    if (this.#pausedBy.delete(by) && this.#pausedBy.size === 0) this.#child.stdout!.resume();
  }

  /**
   * Ends it and its child processes, in steps: closes stdin, then SIGTERM, then SIGKILL. Resolves when all have ended,
   * after {@link STDIN_END_MS} + {@link SIGTERM_MS} + 1 s at most. Never throws.
   * @param why the error of requests that still wait for an answer
   */
  close(why: ErrorText = errorText('relay.serverStopped')): Promise<void> {
    this.#closed ??= why;
    return (this.#closing ??= this.#shutDown(STDIN_END_MS));
  }

  /** Ends all at once, without waiting: the relay itself is about to end. */
  kill(): void {
    this.#signalGroup('SIGKILL');
  }

  async #shutDown(patienceMs: number): Promise<void> {
    try {
      await this.started;
    } catch {
      running.delete(this);
      return;
    }
    this.#child.stdin!.end();
    await Promise.race([this.#exited, pause(patienceMs, undefined, { ref: false })]);
    if (!(await this.#isGoneWithin(0))) {
      this.#signalGroup('SIGTERM');
      if (!(await this.#isGoneWithin(SIGTERM_MS))) {
        this.#signalGroup('SIGKILL');
        await this.#isGoneWithin(SIGKILL_MS);
      }
    }
    this.#guard?.end('done\n');
    running.delete(this);
  }

  /** True once the child and its whole group have ended. */
  async #isGoneWithin(ms: number): Promise<boolean> {
    const until = Date.now() + ms;
    while (!this.#hasExited || this.#groupRuns()) {
      if (Date.now() >= until) return false;
      // oxlint-disable-next-line no-await-in-loop -- it asks again and again, there is no event
      await pause(GROUP_CHECK_MS);
    }
    return true;
  }

  #groupRuns(): boolean {
    if (process.platform === 'win32') return false;
    try {
      return process.kill(-this.#child.pid!, 0);
    } catch {
      return false;
    }
  }

  #signalGroup(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform !== 'win32') process.kill(-pid, signal);
      else if (!this.#hasExited) {
        const [command, args] = taskkill(pid, signal === 'SIGKILL');
        // If taskkill cannot run, the server still notices the end of its stdin.
        spawn(command, args, { windowsHide: true, stdio: 'ignore' }).on('error', () => {});
      }
    } catch {
      // It has already ended.
    }
  }

  /**
   * The process group survives a relay that is killed, and many servers ignore the end of stdin. So a shell waits on a
   * pipe from here: if the pipe closes without a line, it ends the group. The script is constant; its one argument is a
   * number.
   */
  #guardGroup(): void {
    if (process.platform === 'win32') return;
    const script = 'read -r _ && exit; kill -s TERM -- "-$1"; sleep 2; kill -s KILL -- "-$1"';
    const guard = spawn('/bin/sh', ['-c', script, 'sh', String(this.#child.pid)], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    });
    guard.on('error', () => {});
    guard.stdin.on('error', () => {});
    guard.unref();
    (guard.stdin as Writable & { unref?: () => void }).unref?.();
    this.#guard = guard.stdin;
  }

  async #end(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    const { stdin, stdout, stderr } = this.#child;
    // The last output is often the answer, or the reason for the exit.
    this.#pausedBy.clear();
    stdout!.resume();
    const isOver = (stream: NodeJS.ReadableStream): Promise<unknown> =>
      stream.readable ? once(stream, 'close').catch(() => {}) : Promise.resolve();
    await Promise.race([
      Promise.all([isOver(stdout!), isOver(stderr!)]),
      pause(LAST_OUTPUT_MS, undefined, { ref: false }),
    ]);
    this.#reader.end();
    for (const stream of [stdin!, stdout!, stderr!]) stream.destroy();
    this.#ended = this.#closed ?? this.#whyEnded(code, signal);
    this.#handlers.onEnd(this.#ended);
    // Ends the child processes that still run.
    this.#closing ??= this.#shutDown(0);
  }

  #whyEnded(code: number | null, signal: NodeJS.Signals | null): ErrorText {
    const lines = this.#log
      .slice(-MAX_QUOTED_LINES)
      .map((line) => line.slice(0, MAX_QUOTED_LINE_LENGTH))
      .join('\n');
    if (signal !== null)
      return lines
        ? errorText('relay.serverKilledSaying', { signal, lines })
        : errorText('relay.serverKilled', { signal });
    return lines
      ? errorText('relay.serverEndedSaying', { code: code ?? 0, lines })
      : errorText('relay.serverEnded', { code: code ?? 0 });
  }

  #say(source: LogLine['source'], line: string): void {
    const text = line.slice(0, MAX_LOG_LINE_LENGTH);
    if (source === 'stderr' && text.trim() !== '') {
      this.#log.push(text);
      this.#logSize += text.length;
      while (this.#logSize > MAX_STDERR_BYTES) this.#logSize -= this.#log.shift()!.length;
    }
    this.#handlers.onLog({ process: this.number, source, text });
  }
}

/** The arguments of `taskkill`, which ends a process and its children. Without force it only asks, as SIGTERM does. */
export function taskkill(
  pid: number,
  isForced: boolean,
  env: Readonly<Record<string, string | undefined>> = process.env,
): readonly [command: string, args: readonly string[]] {
  // The full path, because Windows also searches for programs in the folder of the command.
  const command = `${env['SYSTEMROOT'] ?? 'C:\\Windows'}\\System32\\taskkill.exe`;
  return [command, ['/PID', String(pid), '/T', ...(isForced ? ['/F'] : [])]];
}

/**
 * The environment of a server: a short list of variables, and those that the command gives. Values of shell functions are
 * left out, because a shell would run them.
 * @param from the environment of the relay
 */
export function serverEnvironment(
  { env, inheritEnv }: Pick<ServerCommand, 'env' | 'inheritEnv'>,
  from: Readonly<Record<string, string | undefined>> = process.env,
  system: 'windows' | 'posix' = process.platform === 'win32' ? 'windows' : 'posix',
): Record<string, string> {
  const names = inheritEnv ? Object.keys(from) : INHERITED[system].split(' ');
  const kept = names.flatMap((name) => {
    const value = from[name];
    return value === undefined || value.startsWith('()') ? [] : [[name, value] as const];
  });
  // Python collects its output in blocks where it writes to a pipe, so its first answer would not come.
  return { PYTHONUNBUFFERED: '1', ...Object.fromEntries(kept), ...env };
}

/** On a normal exit of the relay, its servers end first. */
function killAll(): void {
  for (const one of running) one.kill();
}

/** Calls `listener` with each line. A line longer than {@link MAX_LOG_LINE_LENGTH} is cut, not collected. */
function readLines(stream: Readable, listener: (line: string) => void): void {
  const decoder = new StringDecoder();
  let line = '';
  stream.on('data', (chunk: Buffer) => {
    const [rest = '', ...ends] = decoder.write(chunk).split('\n').reverse();
    for (const text of ends.reverse()) {
      listener((line + text).replace(/\r$/, ''));
      line = '';
    }
    line = (line + rest).slice(0, MAX_LOG_LINE_LENGTH);
  });
  stream.on('end', () => {
    if (line) listener(line);
  });
}

function notStarted({ command, cwd }: ServerCommand, error: NodeJS.ErrnoException): ErrorText {
  // The system reports a missing folder as a missing command.
  if (cwd !== undefined && !existsSync(cwd)) return errorText('relay.folderNotFound', { folder: cwd });
  if (error.code === 'ENOENT') return errorText('relay.commandNotFound', { command });
  if (error.code === 'EACCES') return errorText('relay.commandNotAllowed', { command });
  return errorText('relay.commandFailed', { command, problem: error.message });
}
