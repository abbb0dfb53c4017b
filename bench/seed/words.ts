/** What titles and descriptions of the seeded world are made of. Plain ASCII in lower case: the folded form equals the text. */
export const ADJECTIVES = ['open', 'summer', 'winter', 'quiet', 'great', 'little', 'annual', 'weekly', 'evening', 'morning', 'family', 'northern', 'southern', 'free', 'modern', 'classic', 'guided', 'hidden', 'public', 'young'];
export const NOUNS = ['concert', 'market', 'walk', 'reading', 'workshop', 'lecture', 'exhibition', 'festival', 'tour', 'screening', 'match', 'run', 'fair', 'dinner', 'class', 'meeting', 'rehearsal', 'play', 'recital', 'parade', 'picnic', 'auction', 'debate', 'opening', 'session'];
export const PLACES = ['river', 'harbour', 'castle', 'garden', 'station', 'library', 'museum', 'bridge', 'old town', 'hill', 'lake', 'forest', 'square', 'theatre', 'school', 'market hall', 'tower', 'mill', 'park', 'island'];
export const SENTENCES = ['doors open half an hour before the start.', 'bring good shoes and something to drink.', 'tickets are sold at the entrance as long as there are any.', 'children are welcome when they come with an adult.', 'the programme is announced a week before.', 'in case of rain we meet inside.', 'registration is not needed.', 'there will be coffee and cake in the break.', 'the talk is held in english with questions afterwards.', 'seats are limited so come early.'];
export const ZONES = ['UTC', 'Europe/Rome', 'America/New_York', 'Asia/Tokyo'];
/** A word that one event in ten thousand has. */
export const RARE = 'zyzzyva';
