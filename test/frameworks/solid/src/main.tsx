import { createSignal, Show } from 'solid-js';
import { render } from 'solid-js/web';
import { Server } from './server';

const url = new URLSearchParams(location.search).get('url') ?? '';

function App() {
  const [isMounted, setIsMounted] = createSignal(true);
  return (
    <>
      <button id="unmount" onClick={() => setIsMounted(false)}>
        Unmount
      </button>
      <button id="mount" onClick={() => setIsMounted(true)}>
        Mount
      </button>
      <Show when={isMounted()}>
        <Server url={url} />
      </Show>
    </>
  );
}

render(() => <App />, document.querySelector('#app')!);
