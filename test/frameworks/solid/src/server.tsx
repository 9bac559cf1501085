import 'mcp-embed/define';
import { createSignal } from 'solid-js';

export function Server(props: { url: string }) {
  const [phase, setPhase] = createSignal('');
  const [result, setResult] = createSignal('');
  return (
    <>
      <mcp-client
        url={props.url}
        prop:headers={{ 'X-Fixture': 'solid' }}
        bool:read-only={false}
        on:mcp-state-change={({ state }) => setPhase(state.phase)}
        on:mcp-tool-result={({ result: { content } }) =>
          setResult(content.map((block) => ('text' in block ? block.text : '')).join(''))
        }
      />
      <p id="phase">{phase()}</p>
      <pre id="result-text">{result()}</pre>
    </>
  );
}
