import { assertMayUploadPictures } from '../../domain/access/policy.ts';
import { invalidParams, ServiceError } from '../../lib/errors.ts';
import { MAX_ALT_LENGTH, MAX_PICTURE_BYTES, type PictureUpload } from '../../lib/pictures.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { readBytes } from '../http/read-body.ts';
import { isMultipart, readMultipart } from '../http/read-multipart.ts';
import type { Responder } from './by-method.ts';
import { EMPTY_FORM } from './request/form.ts';
import { queryNames, reportIgnoredParameters } from './request/ignored-names.ts';
import { markCaller, type RestRequest, setAllow } from './request/rest-request.ts';
import type { RestDeps, UploadedImage } from './requirements.ts';
import { fieldTree, pick } from './respond/fields.ts';
import { sendJson } from './respond/send.ts';

/** The path in a namespace. It is not in the contract, because GraphQL has no uploads (decisions/0103). */
export const PICTURES_PATH = '/images';

const METHODS = ['POST'];
const LIMITS = {
  maxFileBytes: MAX_PICTURE_BYTES,
  maxFields: 10,
  // Longer texts are refused with their name.
  maxFieldBytes: 8 * MAX_ALT_LENGTH,
} as const;
const RAW = /^\s*(?:image\/[\w.+-]+|application\/octet-stream)\s*(?:;|$)/i;
const KNOWN = { ...queryNames(['alt']), body: new Set(['alt']) };

/** Uploads that a process reads at the same time, since each occupies memory until it is stored. */
const uploads = new Semaphore(8, { maxQueue: 0 });

/** Creates the responder of `POST /images`: stores a picture for use in records (rules#images). */
export const pictureResponder = (deps: RestDeps): Responder => {
  const respond: Responder = async (request) => {
    const { req, res, urls, query, mount } = request;
    setAllow(res, METHODS);
    if (req.method === 'OPTIONS') return sendJson(request, 200, description(mount.namespace));
    if (req.method !== 'POST') throw new ServiceError('rest_no_method');
    const context = await deps.createContext(req, urls);
    markCaller(context, request, METHODS);
    assertMayUploadPictures(context.caller);
    if (query.failure) throw query.failure;
    const image = await uploads.run(async () => deps.storePicture(context, await readUpload(request)));
    const tree = fieldTree(query.values._fields);
    const body = imageBody(image);
    res.removeHeader('Accept-Post');
    res.setHeader('Location', image.url);
    sendJson(request, image.isNew ? 201 : 200, JSON.stringify(tree ? pick(body, tree) : body));
  };
  return respond;
};

/** @throws ServiceError as readMultipart, and rest_invalid_param 400 without a file */
async function readUpload(request: RestRequest): Promise<PictureUpload> {
  const { query } = request;
  const { bytes, fields } = await readBody(request);
  request.body = { ...EMPTY_FORM, values: Object.fromEntries(fields) };
  const problems = reportIgnoredParameters(request, KNOWN);
  if (!bytes) problems.file = { message: 'is missing: send one picture as a file' };
  const alt = request.body.values.alt ?? query.values.alt ?? '';
  if (typeof alt !== 'string') problems.alt = { message: 'must be a single text' };
  if (!bytes || typeof alt !== 'string' || Object.keys(problems).length > 0) throw invalidParams(problems);
  return { bytes, alt };
}

async function readBody({ req, res }: RestRequest): Promise<{
  bytes: Buffer | undefined;
  fields: readonly (readonly [string, string])[];
}> {
  res.setHeader('Accept-Post', 'multipart/form-data, image/*');
  if (isMultipart(req)) {
    const { file, fields } = await readMultipart(req, res, LIMITS);
    return { bytes: file?.bytes, fields };
  }
  if (!RAW.test(req.headers['content-type'] ?? ''))
    throw new ServiceError('unsupported_media_type', {
      message:
        'Send the picture as the file of a multipart form, or as the body with its type, such as image/jpeg.',
    });
  return { bytes: await readBytes(req, res, MAX_PICTURE_BYTES), fields: [] };
}

/** The image as in records. */
const imageBody = ({ id, url, alt, width, height }: UploadedImage) => ({
  url,
  id,
  extension: 'webp',
  ...(alt !== null && { alt }),
  width,
  height,
});

/** The response to `OPTIONS`, in the form of WordPress. */
const description = (namespace: string): string =>
  JSON.stringify({
    namespace,
    methods: METHODS,
    endpoints: [{ methods: METHODS, args: { alt: { required: false, type: 'string' } } }],
  });
