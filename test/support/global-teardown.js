export { stopTestServer as default } from './server.ts';
