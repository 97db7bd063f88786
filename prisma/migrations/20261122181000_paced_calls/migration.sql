-- CreateTable
CREATE TABLE "paced_calls" (
    "name" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "paced_calls_pkey" PRIMARY KEY ("name")
);
