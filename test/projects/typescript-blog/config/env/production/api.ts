export default {
  rest: { maxLimit: 50 },
};
