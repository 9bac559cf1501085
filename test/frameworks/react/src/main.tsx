import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
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

createRoot(document.querySelector('#app')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
