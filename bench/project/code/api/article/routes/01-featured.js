module.exports = {
  routes: [{ method: 'GET', path: '/articles/featured', handler: 'article.featured' }],
};
