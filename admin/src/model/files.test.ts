import { expect, test } from 'vitest';
import {
  acceptedTypes,
  fileType,
  filesOf,
  folderTrail,
  isAccepted,
  parseFile,
  parseFolders,
  sizeText,
} from './files.ts';

const RAW = {
  id: 3,
  name: 'sail.jpg',
  url: '/uploads/sail.jpg',
  mime: 'image/jpeg',
  ext: '.jpg',
  alternativeText: null,
  size: 412.5,
  width: 2400,
  height: 1350,
  formats: { thumbnail: { url: '/uploads/thumbnail_sail.jpg' } },
  focalPoint: { x: 10, y: 20 },
};

test('a picture with a smaller one', () => {
  const file = parseFile(RAW);
  expect(file).toMatchObject({
    thumbnail: '/uploads/thumbnail_sail.jpg',
    alternativeText: '',
    focalPoint: { x: 10, y: 20 },
  });
  expect(filesOf([file])).toEqual([file]);
  expect(filesOf(file)).toEqual([file]);
  expect(filesOf(null)).toEqual([]);
});

test('a picture without smaller ones is shown whole, and other files are not', () => {
  expect(parseFile({ ...RAW, formats: null }).thumbnail).toBe('/uploads/sail.jpg');
  expect(parseFile({ ...RAW, formats: null, mime: 'application/pdf' }).thumbnail).toBe('');
});

test('what a field accepts', () => {
  const types = acceptedTypes(['images', 'videos']);
  expect(types).toEqual(['image/', 'video/']);
  expect(isAccepted('image/png', types)).toBe(true);
  expect(isAccepted('application/pdf', types)).toBe(false);
  expect(isAccepted('application/pdf', acceptedTypes(['files', 'images']))).toBe(true);
  expect(fileType({ mime: 'audio/mpeg' })).toBe('audio');
  expect(fileType({ mime: 'application/pdf' })).toBe('file');
});

test('the way to a folder', () => {
  const folders = parseFolders([
    { id: 1, name: 'A', children: [{ id: 2, name: 'B', children: [] }] },
    { id: 3, name: 'C', children: [] },
  ]);
  expect(folderTrail(folders, 2).map(({ name }) => name)).toEqual(['A', 'B']);
  expect(folderTrail(folders, null)).toEqual([]);
  expect(folderTrail(folders, 9)).toEqual([]);
});

test('sizes in words', () => {
  expect(sizeText(412.44, 'en')).toBe('412.4 kB');
  expect(sizeText(2400, 'en')).toBe('2.4 MB');
});
