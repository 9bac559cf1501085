// An application of test/frameworks in a folder of its own: installed with the packed tarball, type-checked and built by its own
// tools, with nothing of this repository above it where a tool could find it by chance.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const WINDOWS = process.platform === 'win32';
/** Milliseconds for one command. */
const COMMAND_MS = 300_000;
const INSTALL = 'npm install --no-audit --no-fund --prefer-offline --loglevel=error';
/** A part of a command's output, between empty lines, that warns, with the indented lines under it. */
const WARNS = /\bwarn(?:ing)?s?\b|\bdeprecat|\berror\b|⚠|▲|\(!\)/i;
const OURS = /mcp-embed|\bmcp-[a-z-]+/;

/** Packs dist. @returns the path of the tarball */
export function pack(folder) {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', shell: WINDOWS });
  if (status !== 0) throw new Error(`npm pack failed.\n${stderr}`);
  return path.join(folder, JSON.parse(stdout)[0].filename);
}

/** The warnings in the output of a build that name this package. @param {string} words @returns {string[]} */
export function warningsIn(words) {
  return words.split(/\n\s*\n(?!\s)/).filter((part) => WARNS.test(part) && OURS.test(part));
}

export class Application {
  /** @param {import('./fixtures.mjs').Fixture} fixture @param {string} parent @param {string} tarball */
  constructor(fixture, parent, tarball) {
    this.fixture = fixture;
    this.folder = path.join(parent, fixture.name);
    cpSync(fixture.source, this.folder, {
      recursive: true,
      filter: (file) => !/[\\/](?:node_modules|dist)$/.test(file),
    });
    const file = path.join(this.folder, 'package.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    if (manifest.dependencies?.['mcp-embed'] !== '*')
      throw new Error(`${fixture.name}/package.json must have "mcp-embed": "*" in its dependencies.`);
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
      if (name !== 'mcp-embed' && !/^\d+\.\d+\.\d+/.test(version))
        throw new Error(`${fixture.name}/package.json must name one exact version of ${name}, not ${version}.`);
    manifest.dependencies['mcp-embed'] = `file:${tarball}`;
    writeFileSync(file, JSON.stringify(manifest, undefined, 2));
  }

  install() {
    return this.#run('install', INSTALL);
  }

  async typecheck() {
    if (this.fixture.typecheck) await this.#run('type check', this.fixture.typecheck);
  }

  /** @throws where the build fails, or warns and names this package */
  async build() {
    const { build } = this.fixture;
    if (!build) return;
    const words = await this.#run('build', build);
    const warnings = warningsIn(words);
    if (warnings.length > 0) throw new Error(`The build warns of mcp-embed:\n${warnings.join('\n\n')}`);
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The environment in which a command of this application finds its tools and sends no telemetry. */
  get environment() {
    const { NODE_OPTIONS: _, npm_config_ignore_scripts: __, ...rest } = process.env;
    return {
      ...rest,
      PATH: [path.join(this.folder, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
      CI: 'true',
      NO_COLOR: '1',
      FORCE_COLOR: '0',
      NEXT_TELEMETRY_DISABLED: '1',
      NUXT_TELEMETRY_DISABLED: '1',
      NG_CLI_ANALYTICS: 'false',
      DO_NOT_TRACK: '1',
    };
  }

  /** @returns {Promise<string>} the output of the command */
  #run(what, command) {
    const child = spawn(command, {
      cwd: this.folder,
      env: this.environment,
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: COMMAND_MS,
    });
    let words = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => (words += chunk));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) =>
        code === 0 ? resolve(words) : reject(new Error(`${what} failed: ${command}\n${words.slice(-6000)}`)),
      );
    });
  }
}
