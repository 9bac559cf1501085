import path from 'node:path';
import { listElements } from './scripts/elements.mjs';

export default {
  globs: ['components/**/*.ts'],
  // Catalogues of words: six languages of them were nine tenths of the manifest.
  exclude: ['components/locales/**', 'components/**/messages.ts'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  plugins: [listedElements(), documentedEvents(), ownMembers(), elementsAndEvents(), publishedPaths()],
};

/** Which class has which tag says the list of elements. */
function listedElements() {
  const tags = new Map(listElements(import.meta.dirname).map(({ className, tag }) => [className, tag]));
  return {
    name: 'listed-elements',
    moduleLinkPhase({ moduleDoc }) {
      for (const declaration of moduleDoc.declarations ?? []) {
        const tagName = tags.get(declaration.name);
        if (!tagName) continue;
        Object.assign(declaration, { tagName, customElement: true });
        const { name } = declaration;
        const exported = {
          kind: 'custom-element-definition',
          name: tagName,
          declaration: { name, module: moduleDoc.path },
        };
        (moduleDoc.exports ??= []).push(exported);
      }
    },
  };
}

/** The analyzer guesses events from `dispatchEvent(new …)` and takes an argument for the name. The JSDoc knows better. */
function documentedEvents() {
  return {
    name: 'documented-events',
    packageLinkPhase({ customElementsManifest }) {
      for (const { declarations = [] } of customElementsManifest.modules) {
        for (const declaration of declarations)
          if (declaration.events)
            declaration.events = declaration.events.filter(({ name }) => name?.startsWith('mcp-'));
      }
    },
  };
}

/** What the platform and Lit call is nothing for a page to call. */
function ownMembers() {
  const isCalledFor = (name) => name === 'finalizeStyles' || /^form\w+Callback$/.test(name);
  return {
    name: 'own-members',
    packageLinkPhase({ customElementsManifest }) {
      for (const { declarations = [] } of customElementsManifest.modules)
        for (const declaration of declarations)
          if (declaration.members)
            declaration.members = declaration.members.filter(({ name, privacy }) => !privacy && !isCalledFor(name));
    },
  };
}

/** Of a module only what a page can use by its tag: elements, the classes that they extend, and events. All else was two thirds. */
function elementsAndEvents() {
  return {
    name: 'elements-and-events',
    packageLinkPhase({ customElementsManifest }) {
      const { modules } = customElementsManifest;
      const all = modules.flatMap(({ declarations = [] }) => declarations);
      const kept = new Set();
      const keep = (declaration) => {
        if (!declaration || kept.has(declaration)) return;
        kept.add(declaration);
        const { superclass, mixins = [] } = declaration;
        for (const above of superclass ? [superclass, ...mixins] : mixins)
          keep(all.find(({ name }) => name === above.name));
      };
      for (const declaration of all)
        if (declaration.customElement || (declaration.kind === 'class' && /^Mcp\w+Event$/.test(declaration.name)))
          keep(declaration);
      const names = new Set([...kept].map(({ name }) => name));
      for (const module of modules) {
        module.declarations = (module.declarations ?? []).filter((declaration) => kept.has(declaration));
        module.exports = (module.exports ?? []).filter(({ declaration }) => names.has(declaration.name));
      }
      customElementsManifest.modules = modules.filter(({ declarations }) => declarations.length > 0);
    },
  };
}

/** Readers of the manifest have dist and no TypeScript: a path names the module that is published. */
function publishedPaths() {
  return {
    name: 'published-paths',
    packageLinkPhase({ customElementsManifest }) {
      for (const module of customElementsManifest.modules) {
        const from = path.posix.dirname(module.path);
        const visit = (value) => {
          if (value === null || typeof value !== 'object') return;
          for (const [key, inner] of Object.entries(value)) {
            if ((key === 'path' || key === 'module') && typeof inner === 'string') value[key] = published(inner, from);
            else visit(inner);
          }
        };
        visit(module);
      }
    },
  };
}

function published(module, from) {
  const whole = module.startsWith('.') ? path.posix.join(from, module) : module.replace(/^\//, '');
  return /^(components|src)\//.test(whole) ? `dist/${whole.replace(/\.ts$/, '.js')}` : whole;
}
