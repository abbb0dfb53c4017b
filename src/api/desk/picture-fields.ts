import { type Html, html } from '../pages/public/html.ts';
import { checkbox, type FormState, fieldsOf, fileField, hidden, textField } from './fields.ts';
import type { Typed } from './typed.ts';

interface ShownImage {
  readonly id: number;
  readonly url: string;
  readonly alt: string;
}

/** Values for an image of the site; `imageShown` is its address, and `describedAs` its text as stored. */
export const withImage = (typed: Typed, { id, url, alt }: ShownImage): Typed =>
  typed.with({ image: String(id), imageShown: url, alt, describedAs: alt, removeImage: [] });

export const PICTURE_FIELDS = fieldsOf({
  picture: {
    label: 'desk.picture',
    hint: 'desk.picture.hint',
    remedy: 'desk.picture.remedy',
    paths: ['image'],
  },
  alt: {
    label: 'desk.picture.alt',
    hint: 'desk.picture.altHint',
    remedy: 'desk.error.tooLong',
    maxLength: 1000,
  },
});

/** The controls of the picture: `picture`, `alt`, `removeImage`. */
export function pictureFields(state: FormState): Html {
  const { typed, words } = state;
  const url = typed.text('imageShown');
  const isShown = typed.has('image') && /^https?:\/\//.test(url);
  return html`${
    isShown &&
    html`<p class="thumbnail"><img src="${url}" alt="${words.text('desk.picture.current')}" width="160"></p>
${hidden('image', typed.text('image'))}${hidden('imageShown', url)}${hidden('describedAs', typed.text('describedAs'))}
${checkbox(state, { name: 'removeImage', label: 'desk.picture.remove' })}`
  }${fileField(state, PICTURE_FIELDS.picture, 'image/jpeg,image/png,image/webp,image/avif')}
${textField(state, PICTURE_FIELDS.alt)}`;
}

/** The values of {@link pictureFields}. */
export const typedImage = (
  image: { readonly databaseId: number; readonly url: string; readonly alt?: string | null } | null,
): Readonly<Record<string, string>> => ({
  image: image ? String(image.databaseId) : '',
  imageShown: image?.url ?? '',
  alt: image?.alt ?? '',
  describedAs: image?.alt ?? '',
});

/** The image of the input for {@link pictureFields}. */
export const imageInput = (typed: Typed): { readonly databaseId: number } | null =>
  typed.has('image') && !typed.has('removeImage') ? { databaseId: Number(typed.text('image')) } : null;
