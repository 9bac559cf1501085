'use client';
import 'mcp-embed/define';
import { useState } from 'react';
import { useHydrated } from './use-hydrated';

export function Client() {
  const hydrated = useHydrated();
  const [isMounted, setMounted] = useState(true);
  const [text, setText] = useState('');
  const [phase, setPhase] = useState('');
  const live = hydrated
    ? {
        url: new URLSearchParams(location.search).get('url') ?? '',
        headers: { 'X-Fixture': 'next' },
      }
    : {};
  return (
    <main>
      <button id="unmount" onClick={() => setMounted(false)}>
        Unmount
      </button>
      <button id="mount" onClick={() => setMounted(true)}>
        Mount
      </button>
      <output id="phase">{phase}</output>
      <output id="result-text">{text}</output>
      {isMounted && (
        <mcp-client
          {...live}
          read-only={false}
          onmcp-state-change={hydrated ? ({ state }) => setPhase(state.phase) : undefined}
          onmcp-tool-result={hydrated ? ({ result }) => setText(JSON.stringify(result.content)) : undefined}
        >
          <p slot="fallback">The tools of the server show here.</p>
        </mcp-client>
      )}
    </main>
  );
}
