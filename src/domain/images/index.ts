export { checkImage, type ImageChoice, storeImage } from './image.input.ts';
export { type ImageRecord, imageById } from './image.record.ts';
