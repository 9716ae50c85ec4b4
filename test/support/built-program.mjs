// Builds the program if the source is newer, for tests that run it.
export { setUpTests as setup } from '../../scripts/setup.mjs';
