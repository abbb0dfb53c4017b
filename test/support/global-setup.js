// JavaScript, because jest would turn a TypeScript file into CommonJS here; Node reads what it imports as it
// is.
export { startDatabaseServer as default } from './database-server.ts';
