import { MAX_ALT_LENGTH } from '../../../../lib/pictures.ts';
import type { Node } from './components.ts';
import { SECURITY } from './operations.ts';
import { recordSchema } from './records.ts';
import { failureResponse } from './responses.ts';
import type { ValueContext } from './values.ts';

/** Tag of uploads. */
export const PICTURES_TAG = { name: 'Images', description: 'Pictures for events, venues and organizers.' };

const STATUSES = [400, 401, 403, 413, 415, 503];
const RAW_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'application/octet-stream'];

/** The path `/images`, which is not in the contract. */
export function picturesPath({ contract, components }: ValueContext): Node {
  const alt: Node = {
    type: 'string',
    maxLength: MAX_ALT_LENGTH,
    description: 'Text in place of the picture, for example for screen readers.',
  };
  const failures = STATUSES.map((status): [string, Node] => [
    String(status),
    failureResponse(status, { record: 'Image', reply: 'SINGLE' }, components),
  ]);
  const response = (description: string): Node => ({
    description,
    headers: { Location: { description: 'URL of the picture.', schema: { type: 'string', format: 'uri' } } },
    content: { 'application/json': { schema: recordSchema('Image', 'EMBEDDED', contract, components) } },
  });
  return {
    post: {
      operationId: 'createImage',
      tags: [PICTURES_TAG.name],
      summary: 'Upload an image',
      description:
        'Stores a JPEG, PNG, WebP or AVIF file of at most 10 MB as WebP: upright, without metadata, at most 1,600 ' +
        'pixels wide, and in a second version 640 pixels wide. Send its `id` as `image` of an event, venue or ' +
        'organizer. A picture that none of them shows is deleted after a day.',
      security: SECURITY.mutation,
      parameters: [
        { name: 'alt', in: 'query', required: false, description: `${alt.description}`, schema: alt },
      ],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file'],
              properties: {
                file: {
                  type: 'string',
                  contentMediaType: 'application/octet-stream',
                  description: 'The only file of the form; its field may have any name.',
                },
                alt,
              },
            },
          },
          ...Object.fromEntries(RAW_TYPES.map((type) => [type, { schema: {} }])),
        },
      },
      responses: {
        200: response('The user has uploaded the same picture with the same text before.'),
        201: response('The new image.'),
        ...Object.fromEntries(failures),
      },
    },
  };
}
