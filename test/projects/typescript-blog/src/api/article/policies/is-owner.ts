export default (policyContext) => Boolean(policyContext.state.user);
