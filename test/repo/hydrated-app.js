// The same components on the server, which renders them to text, and in the page, which hydrates them.
import 'mcp-embed/define';
import { createElement, useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** The recipe of docs/server-rendering.md. */
const useHydrated = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

const HEADERS = { 'X-Fixture': 'hydrated' };
const note = (name, value) => (globalThis.heard ??= []).push([name, value]);

const bareProps = () => ({ headers: HEADERS, 'onbare-event': () => note('bare-event', true) });

/** An element of nobody, as React alone treats it. */
const Bare = () => createElement('bare-element', bareProps());

/** The same with the recipe. */
const LiveBare = () => createElement('bare-element', useHydrated() ? bareProps() : {});

function Client({ url }) {
  const live = useHydrated()
    ? { url, headers: HEADERS, 'onmcp-state-change': ({ state }) => note('mcp-state-change', state.phase) }
    : {};
  const fallback = createElement('p', { slot: 'fallback' }, 'The tools show here.');
  return createElement('mcp-client', live, fallback);
}

/** `show`: `bare`, `bare-live` or `client`; the address of the MCP server. */
export function App({ show, url }) {
  return createElement(
    'main',
    null,
    createElement('h1', null, 'Our server'),
    show === 'client' ? createElement(Client, { url }) : createElement(show === 'bare' ? Bare : LiveBare),
    createElement('p', null, 'What stands below the client.'),
  );
}
