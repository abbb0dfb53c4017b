export { publicRouter, sendFailure } from './router.ts';
