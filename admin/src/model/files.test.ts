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

test('reads an image with a thumbnail', () => {
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

test('a replaced picture gets a new display address, and keeps its link', () => {
  const file = parseFile({ ...RAW, updatedAt: '2026-11-26T10:00:00.000Z' });
  const version = '?updated_at=2026-11-26T10%3A00%3A00.000Z';
  expect(file).toMatchObject({
    url: '/uploads/sail.jpg',
    thumbnail: `/uploads/thumbnail_sail.jpg${version}`,
    version,
  });
  expect(filesOf(file)).toEqual([file]);
  const url = 'https://files.example.com/sail.jpg?signature=1';
  expect(parseFile({ ...RAW, url, updatedAt: '2026' }).version).toBe('');
});

test('shows an image without a thumbnail at full size, and no other files', () => {
  expect(parseFile({ ...RAW, formats: null }).thumbnail).toBe('/uploads/sail.jpg');
  expect(parseFile({ ...RAW, formats: null, mime: 'application/pdf' }).thumbnail).toBe('');
});

test('checks which files a field accepts', () => {
  const types = acceptedTypes(['images', 'videos']);
  expect(types).toEqual(['image/', 'video/']);
  expect(isAccepted('image/png', types)).toBe(true);
  expect(isAccepted('application/pdf', types)).toBe(false);
  expect(isAccepted('application/pdf', acceptedTypes(['files', 'images']))).toBe(true);
  expect(fileType({ mime: 'audio/mpeg' })).toBe('audio');
  expect(fileType({ mime: 'application/pdf' })).toBe('file');
});

test('finds the path to a folder', () => {
  const folders = parseFolders([
    { id: 1, name: 'A', children: [{ id: 2, name: 'B', children: [] }] },
    { id: 3, name: 'C', children: [] },
  ]);
  expect(folderTrail(folders, 2).map(({ name }) => name)).toEqual(['A', 'B']);
  expect(folderTrail(folders, null)).toEqual([]);
  expect(folderTrail(folders, 9)).toEqual([]);
});

test('formats file sizes', () => {
  expect(sizeText(412.44, 'en')).toBe('412.4 kB');
  expect(sizeText(2400, 'en')).toBe('2.4 MB');
});
