// Project with localized types, with and without drafts and shared values.
import { collectionType, schemaOf, type ProjectFiles } from './project-folder.ts';

const STORY = 'api::story.story';
const TOPIC = 'api::topic.topic';

const localized = { pluginOptions: { i18n: { localized: true } } };

const own = (attribute: object): object => ({ ...attribute, ...localized });

const title = own({ type: 'string', required: true });

/**
 * Types `story` and the single type `home` (drafts and locales), `label` (locales), `topic` (drafts) and `shelf`
 * (neither). The locales of a story share code, views, card, zone and pictures.
 */
export const localesProject: ProjectFiles = {
  [schemaOf('story')]: {
    ...collectionType('story', {
      title,
      slug: own({ type: 'uid' }),
      code: { type: 'string', unique: true },
      views: { type: 'integer', default: 3 },
      card: { type: 'component', component: 'parts.card' },
      zone: { type: 'dynamiczone', components: ['parts.card', 'parts.deck'] },
      own: own({ type: 'component', repeatable: true, component: 'parts.card' }),
      peers: { type: 'relation', relation: 'manyToMany', target: STORY },
      topics: {
        type: 'relation',
        relation: 'manyToMany',
        target: TOPIC,
        inversedBy: 'stories',
      },
      images: { type: 'media', multiple: true },
      labels: { type: 'relation', relation: 'oneToMany', target: 'api::label.label' },
    }),
    ...localized,
  },
  [schemaOf('home')]: {
    ...collectionType('home', { title, views: { type: 'integer' } }),
    kind: 'singleType',
    ...localized,
  },
  [schemaOf('label')]: {
    ...collectionType('label', { title, color: { type: 'string' } }),
    options: { draftAndPublish: false },
    ...localized,
  },
  [schemaOf('topic')]: collectionType('topic', {
    title: { type: 'string', required: true },
    stories: { type: 'relation', relation: 'manyToMany', target: STORY, mappedBy: 'topics' },
  }),
  [schemaOf('shelf')]: {
    ...collectionType('shelf', {
      title: { type: 'string' },
      stories: { type: 'relation', relation: 'oneToMany', target: STORY },
    }),
    options: { draftAndPublish: false },
  },
  'src/components/parts/card.json': {
    collectionName: 'components_parts_cards',
    info: { displayName: 'card' },
    attributes: {
      text: { type: 'string', required: true },
      image: { type: 'media' },
      stories: { type: 'relation', relation: 'oneToMany', target: STORY },
      topics: { type: 'relation', relation: 'oneToMany', target: TOPIC },
    },
  },
  'src/components/parts/deck.json': {
    collectionName: 'components_parts_decks',
    info: { displayName: 'deck' },
    attributes: { cards: { type: 'component', repeatable: true, component: 'parts.card' } },
  },
};

/** The query that populates the components, topics and peers of a story. */
export const POPULATE_STORY: string =
  'populate[card][populate]=*&populate[zone][on][parts.card]=true&populate[zone][on][parts.deck][populate]=*' +
  '&populate[own]=true&populate[topics][fields]=title&populate[peers][fields]=title';

/** Values of the components that the locales of a story share. */
export const parts: { readonly card: object; readonly zone: readonly object[] } = {
  card: { text: 'card' },
  zone: [
    { __component: 'parts.deck', cards: [{ text: 'one' }, { text: 'two' }] },
    { __component: 'parts.card', text: 'three' },
  ],
};
