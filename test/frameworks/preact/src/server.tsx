import 'mcp-embed/define';
import { useState } from 'preact/hooks';

export function Server({ url }: { url: string }) {
  const [phase, setPhase] = useState('');
  const [result, setResult] = useState('');
  return (
    <>
      <mcp-client
        url={url}
        headers={{ 'X-Fixture': 'preact' }}
        read-only={false}
        onmcp-state-change={({ state }) => setPhase(state.phase)}
        onmcp-tool-result={({ result: { content } }) =>
          setResult(content.map((block) => ('text' in block ? block.text : '')).join(''))
        }
      />
      <p id="phase">{phase}</p>
      <pre id="result-text">{result}</pre>
    </>
  );
}
