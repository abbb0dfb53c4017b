import { address, email, externalIds, plain, searched, title } from '../content/fields.ts';

/**
 * Everything that is stored of an organizer, apart from what all records have. docs/extending.md says how to add a
 * field.
 */
export const FIELDS = {
  name: title(),
  phone: searched(plain()),
  email: searched(email()),
  website: searched(address()),
  lineage: externalIds(),
};
