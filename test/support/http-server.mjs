// An HTTP server of the tests. It closes no idle connection by itself: a test that computes for some seconds would send its next
// request on one that is being closed, and be told that `fetch` failed.
import { createServer as create } from 'node:http';

export const createServer = (onRequest) => create({ keepAliveTimeout: 0 }, onRequest);
