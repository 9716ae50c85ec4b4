// In charge of a build that is as new as the source, for tests that run the program itself.
export { setUpTests as setup } from '../../scripts/setup.mjs';
