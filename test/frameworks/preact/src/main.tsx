import { render } from 'preact';
import { useState } from 'preact/hooks';
import { Server } from './server';

const url = new URLSearchParams(location.search).get('url') ?? '';

function App() {
  const [isMounted, setIsMounted] = useState(true);
  return (
    <>
      <button id="unmount" onClick={() => setIsMounted(false)}>
        Unmount
      </button>
      <button id="mount" onClick={() => setIsMounted(true)}>
        Mount
      </button>
      {isMounted && <Server url={url} />}
    </>
  );
}

render(<App />, document.querySelector('#app')!);
