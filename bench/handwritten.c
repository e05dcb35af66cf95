/* handwritten.c - the least that a step of the midpoint scheme costs on the bicycle
 *
 * Flat ground, circular wheels; every zero of W and M is used, nothing is general.  With
 * s_i = -1, +1 and C, S the rod's half times cos, sin theta the only nonzero products are
 *     GNN_ij = 1/m + s_i s_j C^2/J,   GNT_ij = -s_i s_j C S/J,
 *     GTT_ij = 1/m + s_i s_j S^2/J + (i == j) r^2/I.
 */
#include "bench/handwritten.h"
#include <math.h>
#include <string.h>

ss_handwritten ss_handwritten_bicycle(void)
{
    return (ss_handwritten){.q = {5.0, 5.0},
                            .u = {2.0},
                            .m = 5.0,
                            .J = 1.0 / 12.0 + 1.0,
                            .I = 0.25,
                            .r = 0.5,
                            .half = 0.5,
                            .g = 9.81,
                            .mu_s = 0.5,
                            .mu_d = 0.25,
                            .v_s = 1e-5,
                            .e = 0.5,
                            .mode = {1, 1}};
}

static int gauss(int k, double A[4][5])
{
    for (int j = 0; j < k; j++) {
        int best = j;
        for (int i = j + 1; i < k; i++)
            if (fabs(A[i][j]) > fabs(A[best][j])) best = i;
        if (A[best][j] == 0.0) return 0;
        if (best != j)
            for (int i = j; i <= k; i++) {
                const double t = A[j][i];
                A[j][i] = A[best][i], A[best][i] = t;
            }
        const double p = 1.0 / A[j][j];
        for (int i = j + 1; i < k; i++)
            for (int l = k; l > j; l--) A[i][l] -= A[i][j] * p * A[j][l];
    }
    for (int j = k - 1; j >= 0; j--) {
        for (int i = j + 1; i < k; i++) A[j][k] -= A[j][i] * A[i][k];
        A[j][k] /= A[j][j];
    }
    return 1;
}

/* Contacts 0..n-1 in the given modes: 1 if every law holds. */
static int attempt(int n, double G[4][4], const double *b, const double *mu, const int *mode,
                   double *L)
{
    int who[4], k = 0;
    double A[4][5], slope[2];

    for (int i = 0; i < n; i++) {
        L[2 * i] = L[2 * i + 1] = 0.0;
        slope[i] = mode[i] == 2 ? -mu[i] : mode[i] == 3 ? mu[i] : 0.0;
        if (mode[i]) who[k++] = 2 * i;
        if (mode[i] == 1) who[k++] = 2 * i + 1;
    }
    for (int r = 0; r < k; r++) {
        for (int c = 0; c < k; c++)
            A[r][c] = who[c] % 2 ? G[who[r]][who[c]]
                                 : G[who[r]][who[c]] + slope[who[c] / 2] * G[who[r]][who[c] + 1];
        A[r][k] = -b[who[r]];
    }
    if (!gauss(k, A)) return 0;
    for (int r = 0; r < k; r++) L[who[r]] = A[r][k];
    for (int i = 0; i < n; i++)
        if (mode[i] > 1) L[2 * i + 1] = slope[i] * L[2 * i];
    for (int i = 0; i < n; i++) {
        double vN = b[2 * i], vT = b[2 * i + 1];
        for (int j = 0; j < 2 * n; j++) vN += G[2 * i][j] * L[j], vT += G[2 * i + 1][j] * L[j];
        if (mode[i] == 0 && !(vN >= 0.0)) return 0;
        if (mode[i] && !(L[2 * i] >= 0.0)) return 0;
        if (mode[i] == 1 && !(fabs(L[2 * i + 1]) <= mu[i] * L[2 * i])) return 0;
        if (mode[i] == 2 && !(vT >= 0.0)) return 0;
        if (mode[i] == 3 && !(vT <= 0.0)) return 0;
    }
    return 1;
}

static void contact(ss_handwritten *b, const int *in, int n, double C, double S, double h)
{
    static const double s[2] = {-1.0, 1.0};
    const double im = 1.0 / b->m, iJ = 1.0 / b->J, iI = 1.0 / b->I;
    double G[4][4], rhs[4], mu[2], L[4];
    int mode[2];

    for (int i = 0; i < n; i++) {
        const double si = s[in[i]];
        const double vN = b->u[1] + si * C * b->u[2];
        const double vT = b->u[0] - si * S * b->u[2] + b->r * b->u[3 + in[i]];
        rhs[2 * i] = vN - h * b->g + b->e * vN;
        rhs[2 * i + 1] = vT;
        const double slip = fabs(vT) / b->v_s;
        mu[i] = b->mu_d + (b->mu_s - b->mu_d) * (slip < 745.0 ? exp(-slip) : 0.0);
        mode[i] = b->mode[in[i]];
        for (int j = 0; j < n; j++) {
            const double ss = si * s[in[j]];
            G[2 * i][2 * j] = im + ss * C * C * iJ;
            G[2 * i][2 * j + 1] = G[2 * i + 1][2 * j] = -ss * C * S * iJ;
            G[2 * i + 1][2 * j + 1] = im + ss * S * S * iJ + (i == j ? b->r * b->r * iI : 0.0);
        }
    }
    if (!attempt(n, G, rhs, mu, mode, L))
        for (int k = 0; k < (n == 1 ? 4 : 16); k++) {
            mode[0] = k & 3, mode[1] = k >> 2;
            if (attempt(n, G, rhs, mu, mode, L)) break;
        }
    for (int i = 0; i < n; i++) {
        const double si = s[in[i]];
        b->mode[in[i]] = mode[i];
        b->u[0] += im * L[2 * i + 1];
        b->u[1] += im * L[2 * i];
        b->u[2] += iJ * si * (C * L[2 * i] - S * L[2 * i + 1]);
        b->u[3 + in[i]] += iI * b->r * L[2 * i + 1];
    }
}

void ss_handwritten_run(ss_handwritten *b, double h, long steps)
{
    for (long k = 0; k < steps; k++) {
        double *q = b->q, *u = b->u;
        int in[2], n = 0;

        for (int i = 0; i < 5; i++) q[i] += 0.5 * h * u[i];
        const double S = b->half * sin(q[2]), C = b->half * cos(q[2]);
        if (q[1] - b->r - S <= 1e-10)
            in[n++] = 0;
        else
            b->mode[0] = 1;
        if (q[1] - b->r + S <= 1e-10)
            in[n++] = 1;
        else
            b->mode[1] = 1;
        if (n) contact(b, in, n, C, S, h);
        u[1] -= h * b->g;
        for (int i = 0; i < 5; i++) q[i] += 0.5 * h * u[i];
    }
}
