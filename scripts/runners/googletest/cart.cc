#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>

TEST(Cart, AddsUp) {}

TEST(Cart, DiesInACrash) {
  if (std::getenv("CRASH")) std::raise(SIGKILL);
}

TEST(Cart, IsWrong) { EXPECT_EQ(1, 2); }

TEST(Cart, IsSkipped) { GTEST_SKIP(); }

class Takes : public testing::TestWithParam<int> {};

TEST_P(Takes, Count) { EXPECT_GT(GetParam(), 0); }

INSTANTIATE_TEST_SUITE_P(Counts, Takes, testing::Values(1, 2));
