import type { DemoCategory, DemoTag } from './model.ts';

export const CATEGORIES: readonly DemoCategory[] = [
  {
    name: 'Music',
    description: 'Concerts, sessions and open rehearsals.',
    children: [
      { name: 'Jazz', description: 'From early evening trios to late sessions.' },
      { name: 'Classical', description: 'Orchestra, chamber music and choirs.' },
      { name: 'Folk & Songwriters', description: 'Ballads, fiddles and new songs.' },
    ],
  },
  {
    name: 'Arts',
    description: 'Stage, screen and gallery.',
    children: [
      { name: 'Theatre', description: 'Plays, readings and improvised evenings.' },
      { name: 'Film', description: 'Screenings with an introduction or a discussion.' },
      { name: 'Exhibitions', description: 'Painting, photography and local history.' },
    ],
  },
  {
    name: 'Sports',
    description: 'To take part in, or to cheer from the side.',
    children: [{ name: 'Yoga & Movement', description: 'Classes for body and breath.' }],
  },
  { name: 'Family', description: 'For children and those who bring them.' },
  { name: 'Markets & Food', description: 'Things to taste, buy and carry home.' },
  {
    name: 'Talks',
    description: 'Lectures, debates and book launches.',
    children: [{ name: 'Workshops', description: 'Learn it by doing it.' }],
  },
];

export const TAGS: readonly DemoTag[] = [
  { name: 'Accessible', description: 'Step-free, with a hearing loop or an interpreter.' },
  { name: 'All ages' },
  { name: 'Beginners welcome' },
  { name: 'Benefit', description: 'Proceeds go to a good cause.' },
  { name: 'History' },
  { name: 'Late night' },
  { name: 'Livestream', description: 'On the internet, from wherever it happens.' },
  { name: 'Outdoors' },
  { name: 'Premiere' },
  { name: 'Science' },
  { name: 'Volunteers' },
  { name: 'Wellness' },
];
